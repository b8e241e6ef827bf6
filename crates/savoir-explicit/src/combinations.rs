//! Going through all ways to choose.

use crate::halt::Halt;

/// Calls `visit` with every way to take one of each list.
pub(crate) fn for_each_combination<T: Copy>(
    lists: &[Vec<T>],
    mut visit: impl FnMut(&[T]) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let mut counter = vec![0; lists.len()];
    let mut current = Vec::with_capacity(lists.len());
    loop {
        current.clear();
        current.extend(lists.iter().zip(&counter).map(|(list, &index)| list[index]));
        visit(&current)?;
        let mut position = 0;
        while position < lists.len() {
            counter[position] += 1;
            if counter[position] < lists[position].len() {
                break;
            }
            counter[position] = 0;
            position += 1;
        }
        if position == lists.len() {
            return Ok(());
        }
    }
}
